package io.grape.core;

/** The verbs on a job. */
public enum Verb implements WireName {
    PRODUCE,
    ADOPT,
    CONSUME,
    /** A gate holds, buries or drops a job whose turn comes. */
    GATE,
    LIFT,
    TAKE,
    TOUCH,
    CANCEL,
    CHANGE,
    FINISH,
    RELEASE,
    BURY,
    HANDBACK,
    HANDOVER,
    EXPIRE,
    KICK,
    DELETE,
    DISCARD
}
