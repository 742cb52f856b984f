package io.grape.client;

/**
 * Why a job has not run: {@code docs/http.md#explain}.
 *
 * @param reason such as {@code DELAYED} or {@code JOBS_AHEAD}; a later broker may know more of them
 * @param detail the same in a sentence
 * @param json the whole response, with what else the reason has
 */
public record Explanation(JobState state, String reason, String detail, String json) {}
