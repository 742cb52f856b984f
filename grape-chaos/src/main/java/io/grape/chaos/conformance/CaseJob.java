package io.grape.chaos.conformance;

/**
 * A job for a worker.
 *
 * @param query the parameters of its produce
 */
record CaseJob(String id, String payload, String query) {
    static CaseJob of(String id) {
        return new CaseJob(id, "{}", "");
    }

    static CaseJob sleeping(String id, long sleepMillis, long ttrMillis) {
        return new CaseJob(id, "{\"sleepMs\":" + sleepMillis + "}", "ttrMs=" + ttrMillis);
    }

    static CaseJob failing(String id, String query) {
        return new CaseJob(id, "{\"fail\":true}", query);
    }
}
