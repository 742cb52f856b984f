package io.grape.core.key;

/** The order in which jobs of different keys of a tube are delivered. */
public enum KeyOrder {
    /** The tube has no keys: the keys of jobs have no effect. */
    OFF,
    /** By due time; keys have limits only. */
    DUE_TIME,
    /** In turn: each key gets the same number of jobs, times its weight. */
    JOBS,
    /** In turn: each key gets the same run time, times its weight. */
    TIME
}
