package io.grape.command;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** A program that has words of the launcher. Named in {@code META-INF/services}, so that completion and the man page know them. */
public interface WordSource {
    /** New ones at each call. */
    List<CommandSpec> words();
}
