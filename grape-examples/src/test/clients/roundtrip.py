"""By the client that the generator `python` makes: argument 1 is where the broker is."""
import sys

from openapi_client import ApiClient, Configuration, ConsumersApi, JobsApi, JobSpec
from openapi_client.exceptions import NotFoundException

client = ApiClient(Configuration(host=sys.argv[1]))
jobs, consumers, tube = JobsApi(client), ConsumersApi(client), "python"

specs = [JobSpec(id="json", payload={"order": 8812}, ttrMs=30_000), JobSpec(payload="later", delayMs=60_000)]
produced = jobs.produce_many(tube, specs)
assert [result.state for result in produced.results] == ["ready", "delayed"], produced
assert jobs.produce(tube, "raw", body=b"\x00\xff", _content_type="application/octet-stream").created

taken = consumers.consume(tube, max=10, wait_ms=1000).jobs
assert [(job.id, job.payload, job.payload_base64) for job in taken] == [
    ("json", {"order": 8812}, None), ("raw", None, "AP8=")], taken
for job in taken:
    consumers.touch(tube, job.id, job.lease)
    assert consumers.finish(tube, job.id, job.lease).state == "finished"
try:
    consumers.finish(tube, "raw", taken[1].lease)
    raise AssertionError("finished twice")
except NotFoundException:
    print("produced, consumed and finished")
