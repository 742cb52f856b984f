/** Tests of the starter, on Spring Boot 3.5. The samples of grape-junit run it on 4, too. */
@NullMarked
package io.grape.spring;

import org.jspecify.annotations.NullMarked;
