package com.svc.payments;

import java.util.Objects;

/** A value of an enum that may grow: its class has constants for those that this version of the library knows. */
public abstract class OpenEnum {
    private final String value;

    /**
     * One of any content.
     *
     * @param value as the API spells it
     */
    protected OpenEnum(String value) {
        this.value = Objects.requireNonNull(value, "value");
    }

    /**
     * The value as the API spells it.
     *
     * @return never null
     */
    public final String value() {
        return value;
    }

    @Override
    public final boolean equals(Object other) {
        return other != null && getClass() == other.getClass() && value.equals(((OpenEnum) other).value);
    }

    @Override
    public final int hashCode() {
        return value.hashCode();
    }

    /** The value as the API spells it. */
    @Override
    public final String toString() {
        return value;
    }
}
