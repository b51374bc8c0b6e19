// Tests assets/farm/fathom.flamenco.js as Flamenco's Manager runs it: the file alone, with the global `author`.
// Usage: node flamenco_test.js SOURCE
"use strict";
const assert = require("assert");
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const file = path.join(process.argv[2], "assets/farm/fathom.flamenco.js");

// The job that Flamenco would make of these settings.
function compiled(settings) {
    const author = {
        Task: (name, type) => {
            assert(name.trim() && type.trim(), "a task has a name and a type");
            const task = { name, type, commands: [], dependencies: [] };
            task.addCommand = (command) => task.commands.push(command);
            task.addDependency = (other) => task.dependencies.push(other.name);
            return task;
        },
        Command: (name, parameters) => ({ name, parameters: JSON.parse(JSON.stringify(parameters)) }),
    };
    const context = vm.createContext({ author });
    vm.runInContext(fs.readFileSync(file, "utf8") + "\n;globalThis.type = JOB_TYPE;", context);
    const job = { settings, tasks: [], addTask: (task) => job.tasks.push(task) };
    context.compileJob(job);
    return { type: JSON.parse(JSON.stringify(context.type)), tasks: job.tasks };
}

const simple = compiled({ job_folder: "/farm/a job", tasks: 3, output: "", device: "auto", program: "fathom" });
assert.deepStrictEqual(simple.tasks.map((task) => task.name), ["task-1", "task-2", "task-3"]);
assert(simple.tasks.every((task) => task.type === "misc" && task.dependencies.length === 0));
assert.deepStrictEqual(simple.tasks[1].commands, [
    { name: "exec", parameters: { exe: "fathom", args: ["task", "/farm/a job", "2", "--device", "auto"] } },
]);

const joined = compiled({ job_folder: "/farm/job", tasks: 2, output: "/farm/a.mp4", device: "cpu", program: "/opt/fathom" });
assert.deepStrictEqual(joined.tasks.map((task) => task.name), ["task-1", "task-2", "join"]);
assert.deepStrictEqual(joined.tasks[0].commands[0].parameters.args.slice(3), ["--device", "cpu"]);
assert.deepStrictEqual(joined.tasks[2].dependencies, ["task-1", "task-2"]);
assert.deepStrictEqual(joined.tasks[2].commands, [
    { name: "exec", parameters: { exe: "/opt/fathom", args: ["join", "/farm/job", "-o", "/farm/a.mp4"] } },
]);

// Rings first.
const ringed = compiled({ job_folder: "/j", tasks: 5, ring_tasks: 2, output: "", device: "cpu", program: "fathom" });
assert.deepStrictEqual(
    ringed.tasks.map((task) => [task.name, task.dependencies]),
    [["task-1", []], ["task-2", []], ["rings", ["task-1", "task-2"]],
        ["task-3", ["rings"]], ["task-4", ["rings"]], ["task-5", ["rings"]]],
);
assert.deepStrictEqual(ringed.tasks[2].commands[0].parameters.args, ["task", "/j", "--list"]);

// Settings that nobody filled in.
assert.strictEqual(compiled({ job_folder: "/j", tasks: 1 }).tasks[0].commands[0].parameters.exe, "fathom");

// What Flamenco's schema of a setting allows.
assert(simple.type.label && simple.type.settings.length > 0);
for (const setting of simple.type.settings) {
    const { key, type, subtype, required, description, default: usual, propargs, ...rest } = setting;
    assert.match(key, /^[a-z_]+$/);
    assert(["string", "int32", "float", "bool"].includes(type), key);
    assert([undefined, "file_path", "dir_path"].includes(subtype), key);
    assert(description && (required || typeof usual === (type === "int32" ? "number" : "string")), key);
    assert(propargs === undefined || type === "int32", key);
    assert.deepStrictEqual(rest, {}, key);
}
console.log("The job type makes the tasks that it should.");
