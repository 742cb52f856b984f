package io.grape.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of operations, the newest first.
 *
 * @param running how many run, on all pages
 * @param next the cursor of the next page; null at the end
 */
public record OperationPage(
        List<OperationStatus> operations,
        long running,
        @Nullable String next) {}
