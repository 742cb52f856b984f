package io.grape.core.operation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the operations.
 *
 * @param running how many operations run, those that are on other pages among them
 * @param next the cursor of the page after this one, null at the end
 */
public record OperationPage(
        List<Operation> operations, long running, @Nullable String next) {
    public OperationPage {
        operations = List.copyOf(operations);
    }
}
