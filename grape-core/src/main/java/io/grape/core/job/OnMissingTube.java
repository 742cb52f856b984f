package io.grape.core.job;

import io.grape.core.ErrorCode;
import io.grape.core.tube.TubeSettings;

/** What a produce does whose tube does not exist. */
public enum OnMissingTube {
    /** Makes the tube with {@linkplain TubeSettings#DEFAULT the usual settings}. */
    CREATE,
    /** Fails with {@link ErrorCode#TUBE_NOT_FOUND}. */
    FAIL
}
