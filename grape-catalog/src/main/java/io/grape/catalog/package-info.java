/**
 * Declarations of the names on the wire: each with its type, bounds, default and description, once. Validation, JSON, Redis fields,
 * openapi.json, tables of the docs and the console's forms come from them. Depends on the JDK alone.
 */
@NullMarked
package io.grape.catalog;

import org.jspecify.annotations.NullMarked;
