package io.grape.bench.scenario;

import io.grape.bench.stage.Api;
import io.grape.harness.RunningBroker;

/** A tube as its broker shows it. Named, it is there. */
record Tube(RunningBroker broker, String name) {
    Tube {
        new Api(broker.uri()).call("PUT", "/v1/tubes/" + name, "{}");
    }

    /** A number of it: a count or a total. */
    long count(String field) {
        return Api.number(new Api(broker.uri()).get("/v1/tubes/" + name), field);
    }
}
