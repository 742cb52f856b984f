package io.grape.outbox;

/**
 * A job in the table.
 *
 * @param id of the row; 0 before it is written
 * @param settings {@link JobSettings} as JSON
 * @param attempts how often the broker refused it
 */
@SuppressWarnings("ArrayRecordComponent")
record OutboxRow(
        long id, String tube, String jobId, String contentType, byte[] payload, String settings, int attempts) {}
