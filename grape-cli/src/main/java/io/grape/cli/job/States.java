package io.grape.cli.job;

import io.grape.client.JobState;
import java.util.ArrayList;

/** The texts of {@code --state}. */
final class States extends ArrayList<String> {
    private static final long serialVersionUID = 1;

    States() {
        for (JobState state : JobState.values()) {
            add(state.wireName());
        }
    }
}
