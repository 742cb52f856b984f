package io.grape.server.http;

import java.util.List;

/** A group of calls that belong together. */
interface Routes {
    List<Call> calls();
}
