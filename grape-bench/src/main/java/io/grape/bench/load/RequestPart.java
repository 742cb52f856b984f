package io.grape.bench.load;

/** Writes a part of a request, another one each time if it likes. */
public interface RequestPart {
    /** Nothing. */
    RequestPart NONE = out -> {};

    void write(Bytes out);
}
