package io.grape.server.http;

import io.vertx.ext.web.Router;

/** A group of calls that belong together. */
interface Routes {
    void mount(Router router);
}
