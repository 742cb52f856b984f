package io.grape.server.http;

/** The calls for the keys and the gates of a tube, so that each response comes that the document promises. */
record KeyAndGateCalls(DocumentedCalls calls) {
    void sendAll() {
        keys();
        gates();
    }

    private void send(int status, String request) {
        calls.send(status, request, "");
    }

    private void send(int status, String request, String body) {
        calls.send(status, request, body);
    }

    private void keys() {
        send(201, "PUT /v1/tubes/keyed", "{\"keys\":{\"fairBy\":\"time\",\"ordered\":true}}");
        String key = " /v1/tubes/keyed/keys/acme";
        send(201, "PUT" + key, "{\"weight\":2,\"perSecond\":2.5}");
        send(200, "PUT" + key, "{}");
        send(413, "PUT" + key, " ".repeat(16 * 1024 + 1));
        send(200, "GET" + key);
        send(200, "GET /v1/tubes/keyed/keys?sort=age");
        send(204, "DELETE" + key);
        send(404, "GET /v1/tubes/none/keys");
        for (String call : new String[] {"GET", "DELETE", "PUT"}) {
            send(404, call + " /v1/tubes/none/keys/acme", call.equals("PUT") ? "{}" : "");
        }
        send(204, "DELETE /v1/tubes/keyed");
    }

    private void gates() {
        send(201, "PUT /v1/tubes/gated");
        send(201, "PUT /v1/tubes/gated/jobs/a?labels=eu", "x");
        String gate = " /v1/tubes/gated/gates/g";
        String held = "{\"match\":{\"label\":\"eu\"},\"mode\":\"hold\"}";
        send(200, "PUT" + gate + "?dryRun=true", held);
        send(201, "PUT" + gate, held);
        send(200, "PUT" + gate, held);
        send(409, "PUT" + gate, "{\"match\":{\"key\":\"a\"},\"mode\":\"hold\"}");
        send(413, "PUT" + gate, " ".repeat(16 * 1024 + 1));
        send(200, "GET /v1/tubes/gated/gates");
        send(200, "GET /v1/tubes/gated/jobs/a/explain");
        send(409, "POST /v1/tubes/gated/jobs/a/consume");
        send(204, "DELETE" + gate);
        send(404, "DELETE" + gate);
        send(201, "PUT" + gate, "{\"match\":{\"all\":true},\"mode\":\"refuse\",\"until\":\"2099-01-01T00:00:00Z\"}");
        send(409, "PUT /v1/tubes/gated/jobs/b", "x");
        send(404, "GET /v1/tubes/none/gates");
        send(404, "PUT /v1/tubes/none/gates/g", held);
        send(204, "DELETE /v1/tubes/gated?confirm=gated");
    }
}
