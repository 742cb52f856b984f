package io.grape.core;

import java.util.Locale;

/** The verbs on a job. */
public enum Verb {
    PRODUCE,
    ADOPT,
    CONSUME,
    TAKE,
    TOUCH,
    FINISH,
    RELEASE,
    BURY,
    HANDBACK,
    EXPIRE,
    KICK,
    DELETE,
    DISCARD;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
