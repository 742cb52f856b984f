package io.grape.client.buffer;

/** What must have a job before its produce into a buffer is confirmed. */
public enum Durability {
    /** The disk. All that comes in while one sync runs shares the next. */
    DISK,
    /** The operating system: a job survives the end of its process, and not that of its machine. */
    SYSTEM
}
