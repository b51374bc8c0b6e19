// Flamenco: a job type for the folders that 'fathom plan' makes. Copy it to the Manager's folder "scripts" as fathom.js.
// The folder has to be on the storage that the workers share.
const JOB_TYPE = {
    label: "Fathom",
    description: "Pictures and films of fractals: the tasks of a folder that 'fathom plan' made",
    settings: [
        { key: "job_folder", type: "string", subtype: "dir_path", required: true,
          description: "The folder that 'fathom plan' made" },
        { key: "tasks", type: "int32", required: true, propargs: {min: 1},
          description: "How many tasks it has, as 'fathom plan' said" },
        { key: "ring_tasks", type: "int32", default: 0, propargs: {min: 0},
          description: "How many of them, the first ones, make rings that the others need, as 'fathom plan' said" },
        { key: "output", type: "string", subtype: "file_path", default: "",
          description: "The picture or film to join in the end; none without" },
        { key: "device", type: "string", default: "auto",
          description: "As --device of 'fathom task': auto, cpu, gpu0, ..." },
        { key: "program", type: "string", default: "fathom",
          description: "Fathom as the workers have it" },
    ]
};

function compileJob(job) {
    const settings = job.settings;
    const program = settings.program || "fathom";
    const device = settings.device || "auto";
    const rings = settings.ring_tasks || 0;
    const tasks = [];
    // All others wait for this one, and it for those that make rings.
    const made = rings > 0 ? fathomTask("rings", program, ["task", settings.job_folder, "--list"]) : null;
    for (let number = 1; number <= settings.tasks; number++) {
        const args = ["task", settings.job_folder, String(number), "--device", device];
        const task = fathomTask(`task-${number}`, program, args);
        tasks.push(task);
        if (made && number <= rings) {
            made.addDependency(task);
        } else if (made) {
            task.addDependency(made);
        }
    }
    if (made) {
        tasks.splice(rings, 0, made);
    }
    if (settings.output) {
        const join = fathomTask("join", program, ["join", settings.job_folder, "-o", settings.output]);
        for (const task of tasks) {
            join.addDependency(task);
        }
        tasks.push(join);
    }
    for (const task of tasks) {
        job.addTask(task);
    }
}

function fathomTask(name, program, args) {
    const task = author.Task(name, "misc");
    task.addCommand(author.Command("exec", { exe: program, args: args }));
    return task;
}
