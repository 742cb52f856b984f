package io.grape.chaos.conformance;

/**
 * A job for a worker.
 *
 * @param query the parameters of its produce
 */
record Job(String id, String payload, String query) {
    static Job of(String id) {
        return new Job(id, "{}", "");
    }

    static Job sleeping(String id, long sleepMillis, long ttrMillis) {
        return new Job(id, "{\"sleepMs\":" + sleepMillis + "}", "ttrMs=" + ttrMillis);
    }

    static Job failing(String id, String query) {
        return new Job(id, "{\"fail\":true}", query);
    }
}
