package io.grape.server.doctor;

/** How bad a finding is. */
public enum Severity {
    OK("ok"),
    /** Somebody hides it, as a managed Redis does; that is not held against it. */
    UNSEEN("not seen"),
    WARN("warn"),
    /** Stops a start, unless told otherwise. */
    LOSES_JOBS("LOSES JOBS"),
    /** Stops every start: a broker could not work. */
    UNUSABLE("UNUSABLE");

    private final String label;

    Severity(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** True for what a broker must not run on. */
    public boolean isUnfit() {
        return this == LOSES_JOBS || this == UNUSABLE;
    }
}
