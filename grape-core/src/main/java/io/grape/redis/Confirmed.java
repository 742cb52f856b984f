package io.grape.redis;

/** What a script answered, and how many replicas have what it wrote; zero when nobody asked them. */
record Confirmed(Reply reply, int replicas) {}
