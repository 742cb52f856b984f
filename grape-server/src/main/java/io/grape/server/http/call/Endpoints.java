package io.grape.server.http.call;

import java.util.List;

/** A group of calls that belong together. */
public interface Endpoints {
    List<Endpoint> calls();
}
