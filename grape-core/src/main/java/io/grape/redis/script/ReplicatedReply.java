package io.grape.redis.script;

/** What a script answered, and how many replicas have what it wrote; zero when nobody asked them. */
public record ReplicatedReply(Reply reply, int replicas) {}
