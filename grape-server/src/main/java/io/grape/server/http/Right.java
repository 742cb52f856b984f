package io.grape.server.http;

/** What somebody must be allowed to do to make a call. Every call names one. */
enum Right {
    /** Nothing: anybody may know. */
    PUBLIC("public"),
    TUBES_READ("tubes.read"),
    TUBES_PAUSE("tubes.pause"),
    TUBES_ADMIN("tubes.admin"),
    JOBS_READ("jobs.read"),
    /** To see what is in a job, which may be about people. */
    JOBS_PAYLOAD("jobs.payload"),
    JOBS_PRODUCE("jobs.produce"),
    JOBS_CONSUME("jobs.consume"),
    JOBS_KICK("jobs.kick"),
    JOBS_DELETE("jobs.delete"),
    OPERATIONS_RUN("operations.run"),
    SYSTEM_READ("system.read"),
    AUDIT_READ("audit.read"),
    ACCESS_ADMIN("access.admin");

    private final String wireName;

    Right(String wireName) {
        this.wireName = wireName;
    }

    /** How it is called in settings, on the wire, and in what is said of it. */
    String wireName() {
        return wireName;
    }
}
