"""A worker of Python's standard library. GRAPE_URL and GRAPE_TUBE say what it works on, GRAPE_TOKEN who it is."""
import http.client as client, itertools, json, logging, os, random, signal, socket, sys, threading, time
from urllib.parse import quote, urlencode, urlsplit
TUBE = "/v1/tubes/" + quote(os.environ["GRAPE_TUBE"], safe="")
HEADERS = {"Authorization": "Bearer " + os.environ["GRAPE_TOKEN"]} if "GRAPE_TOKEN" in os.environ else {}
url = urlsplit(os.environ["GRAPE_URL"])  # The timeout is longer than waitMs.
broker = {"http": client.HTTPConnection, "https": client.HTTPSConnection}[url.scheme](url.netloc, timeout=40)
lock, stopping, held = threading.Lock(), threading.Event(), {}

def handle(payload):  # Your work. A job may come again after a crash: make it idempotent.
    time.sleep(payload.get("sleepMs", 0) / 1000)
    if payload.get("fail"): raise RuntimeError("asked to fail")

def jitter(tries, first, most): return random.uniform(0, min(most, first * 2 ** min(tries, 30)))

def call(op, job=None, **query):  # Again if nothing came back, or "later": 429 and 503, with Retry-After.
    path = f"{TUBE}/jobs/{quote(job['id'], safe='')}/{op}?lease={job['lease']}&" if job else f"{TUBE}/{op}?"
    for tries in itertools.count():
        with lock:
            try:
                broker.request("POST", path + urlencode(query), headers=HEADERS)
                response = broker.getresponse()
                status, after, body = response.status, response.getheader("Retry-After", 0), json.load(response)
            except (OSError, ValueError, client.HTTPException) as failure:
                broker.close()
                status, after, body = 503, 0, {"detail": repr(failure)}
        later = status in (429, 500, 503, 504)
        later and (stopping.is_set() or logging.warning("%s: %s %s", op, status, body))
        later and (time.sleep if job else stopping.wait)(max(float(after), jitter(tries, 0.1, 30)))
        if not later or (time.monotonic() > job["until"] if job else stopping.is_set()):
            return status, body

def keep():  # Touches what is held once a third of its ttr has passed. 409 LEASE_LOST or 404: it is ours no more.
    while not time.sleep(0.2):
        for lease, job in list(held.items()):
            if job["until"] - time.monotonic() < job["ttrMs"] / 1500:
                call("touch", job)[0] == 200 or held.pop(lease, None)
                job["until"] = time.monotonic() + job["ttrMs"] / 1000

def outcome(job):
    try:
        handle(job["payload"])
        return "finish", {}
    except Exception as failure:
        logging.warning("job %s failed: %r", job["id"], failure)
        last, delay = 0 < job["maxAttempts"] <= job["attempt"], jitter(job["attempt"] - 1, 5, 3600)
        return ("bury", {"reason": str(failure)[:1000]}) if last else ("release", {"delayMs": int(1000 * delay)})

# At SIGTERM and Ctrl-C, what has begun is ended. A consume that waits is cut off: the broker then keeps the jobs.
for name in (signal.SIGTERM, signal.SIGINT):
    signal.signal(name, lambda *_: (stopping.set(), held or broker.sock and broker.sock.shutdown(socket.SHUT_RDWR)))
threading.Thread(target=keep, daemon=True).start()
while not stopping.is_set():
    status, body = call("consume", max=5, waitMs=20000)
    status == 200 or stopping.is_set() or sys.exit(f"{status} {body}")
    held.update((job["lease"], {**job, "until": time.monotonic() + job["ttrMs"] / 1000}) for job in body.get("jobs", []))
    for lease, job in list(held.items()):
        op, query = ("handback", {}) if stopping.is_set() or lease not in held else outcome(job)
        held.pop(lease, None) and call(op, job, **query)
