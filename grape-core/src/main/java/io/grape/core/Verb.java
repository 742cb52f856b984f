package io.grape.core;

/** The verbs on a job. */
public enum Verb implements WireName {
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
    DISCARD
}
