package io.grape.core.operation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of operations.
 *
 * @param running how many operations run, including those on other pages
 * @param next the cursor of the next page, null at the end
 */
public record OperationPage(
        List<Operation> operations, long running, @Nullable String next) {
    public OperationPage {
        operations = List.copyOf(operations);
    }
}
