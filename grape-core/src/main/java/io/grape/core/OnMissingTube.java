package io.grape.core;

/** What a produce does whose tube does not exist. */
public enum OnMissingTube {
    /** Makes the tube with {@linkplain TubeSettings#DEFAULT the usual settings}. */
    CREATE,
    /** Fails with {@link ErrorCode#TUBE_NOT_FOUND}. */
    FAIL
}
