package io.grape.bench.stage;

import io.grape.bench.load.Payload;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetSocket;
import java.util.Locale;

/** A program that gives the calls of a life fixed responses, and stores nothing: what Vert.x and the sockets alone cost. */
public final class FixedServer {
    static final String HTTP = "http";
    static final String LINES = "lines";

    private static final String JOB = "{\"id\":\"q7Rk1ZyT0bVnXw4L\",\"tube\":\"lives\",\"state\":\"%s\",";
    private static final String TIME = "\"2027-01-31T09:30:00.000Z\"";

    private FixedServer() {}

    /** Serves until it is killed. The arguments: {@code http} or {@code lines}, a port of 127.0.0.1, and the bytes of a payload. */
    public static void main(String[] args) {
        Vertx vertx =
                Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
        int port = Integer.parseInt(args[1]);
        byte[] payload = Payload.json(Integer.parseInt(args[2]));
        if (args[0].equals(HTTP)) {
            vertx.createHttpServer()
                    .requestHandler(new HttpResponses(payload))
                    .listen(port, "127.0.0.1")
                    .await();
        } else {
            Buffer job = Buffer.buffer("RESERVED 1 " + payload.length + "\r\n")
                    .appendBytes(payload)
                    .appendString("\r\n");
            vertx.createNetServer()
                    .connectHandler(socket -> socket.handler(new LineResponses(socket, job)))
                    .listen(port, "127.0.0.1")
                    .await();
        }
    }

    /** A job that was made, one that is delivered, one that is finished; of the size that ours have. */
    private static final class HttpResponses implements Handler<HttpServerRequest> {
        private final Buffer produced =
                Buffer.buffer(String.format(Locale.ROOT, JOB, "ready") + "\"created\":true,\"dueAt\":" + TIME + "}");
        private final Buffer finished = Buffer.buffer("{\"id\":\"q7Rk1ZyT0bVnXw4L\",\"state\":\"finished\"}");
        private final Buffer consumed;

        HttpResponses(byte[] payload) {
            consumed = Buffer.buffer("{\"jobs\":[" + String.format(Locale.ROOT, JOB, "retained")
                            + "\"priority\":1024,\"attempt\":1,\"maxAttempts\":20,\"delayMs\":0,\"ttrMs\":60000,\"createdAt\":"
                            + TIME
                            + ",\"dueAt\":" + TIME + ",\"lease\":\"1a2b3c4d5e6f7a8b\",\"leaseUntil\":" + TIME
                            + ",\"contentType\":\"application/json\",\"payload\":")
                    .appendBytes(payload)
                    .appendString("}]}");
        }

        @Override
        public void handle(HttpServerRequest request) {
            var response = request.response()
                    .putHeader("Content-Type", "application/json")
                    .putHeader("X-Request-Id", "1a2b3c4d5e6f7a8b");
            if (request.method().equals(HttpMethod.PUT)) {
                response.setStatusCode(201).end(produced);
            } else {
                response.end(request.path().endsWith("/consume") ? consumed : finished);
            }
        }
    }

    /** The protocol of beanstalkd, as far as a life needs it. */
    private static final class LineResponses implements Handler<Buffer> {
        private static final Buffer INSERTED = Buffer.buffer("INSERTED 1\r\n");
        private static final Buffer DELETED = Buffer.buffer("DELETED\r\n");

        private final NetSocket socket;
        private final Buffer job;
        private boolean isPayload;
        private byte first;

        LineResponses(NetSocket socket, Buffer job) {
            this.socket = socket;
            this.job = job;
        }

        @Override
        public void handle(Buffer bytes) {
            for (int i = 0; i < bytes.length(); i++) {
                byte one = bytes.getByte(i);
                if (one == '\n') {
                    line();
                    first = 0;
                } else if (first == 0) {
                    first = one;
                }
            }
        }

        private void line() {
            if (isPayload) {
                isPayload = false;
                socket.write(INSERTED);
            } else if (first == 'p') {
                isPayload = true;
            } else {
                socket.write(first == 'r' ? job : DELETED);
            }
        }
    }
}
