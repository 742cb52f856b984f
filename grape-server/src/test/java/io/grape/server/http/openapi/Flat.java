package io.grape.server.http.openapi;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The fields of this component, which is a record, stand in the place of the component itself. */
@Retention(RetentionPolicy.RUNTIME)
@interface Flat {}
