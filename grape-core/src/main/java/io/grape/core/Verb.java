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
    /** A job that was not begun in time is dropped or buried. */
    OVERDUE,
    /** What was produced while a job ran takes its place. */
    SUCCEED,
    KICK,
    DELETE,
    DISCARD
}
