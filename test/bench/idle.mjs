// A process that does nothing, with the same probe: what the machine itself does to an event loop.
import "./loop-probe.mjs";

setInterval(() => {}, 60_000);
