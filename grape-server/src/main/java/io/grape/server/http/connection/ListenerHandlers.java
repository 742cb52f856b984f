package io.grape.server.http.connection;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;

/** What is done with what comes. */
public record ListenerHandlers(
        Handler<HttpConnection> connection, Handler<HttpServerRequest> request, Handler<HttpServerRequest> invalid) {}
