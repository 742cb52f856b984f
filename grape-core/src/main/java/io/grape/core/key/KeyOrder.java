package io.grape.core.key;

/** In which order the keys of a tube get their turn. */
public enum KeyOrder {
    /** The tube has no keys: they have no effect. */
    OFF,
    /** By due time; keys have limits only. */
    DUE_TIME,
    /** In turn: each key gets the same number of jobs, times its weight. */
    JOBS,
    /** In turn: each key gets the same time of its consumers, times its weight. */
    TIME
}
