package io.grape.core.job;

import io.grape.core.ErrorCode;
import io.grape.core.tube.TubeSettings;

/** What a produce does if its tube does not exist. */
public enum OnMissingTube {
    /** Creates the tube with {@linkplain TubeSettings#DEFAULT the default settings}. */
    CREATE,
    /** Fails with {@link ErrorCode#TUBE_NOT_FOUND}. */
    FAIL
}
