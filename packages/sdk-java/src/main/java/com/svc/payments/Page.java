package com.svc.payments;

import com.svc.payments.internal.Read;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A page of a list. A loop over it continues with all following pages, which are requested when they are needed:
 * {@code for (Payment payment : svc.payments().list())}. Each loop begins anew with this page.
 *
 * @param <T> what is listed
 */
public abstract class Page<T> extends Model implements Iterable<T> {
    private Function<String, Page<T>> fetch = cursor -> {
        throw new IllegalStateException("This page does not come from the service");
    };

    /**
     * One made of its fields.
     *
     * @param fields by the names of the API
     */
    protected Page(Map<String, ?> fields) {
        super(fields);
    }

    @SuppressWarnings("unchecked")
    final void followedBy(Function<String, ? extends Page<?>> following) {
        fetch = cursor -> (Page<T>) following.apply(cursor);
    }

    /** What is wrong with one that came for this cursor; empty when a loop can go over it. */
    final Optional<String> fault(Object cursor) {
        Object data = toMap().get("data");
        Object more = toMap().get("hasMore");
        Object next = toMap().get("nextCursor");
        if (!(data instanceof List) || !((List<?>) data).stream().allMatch(Map.class::isInstance)
                || !(more instanceof Boolean)) {
            return Optional.of("is not a page of a list");
        } else if (more.equals(true) && (!(next instanceof String) || ((String) next).isEmpty())) {
            return Optional.of("has hasMore true but no nextCursor");
        } else if (more.equals(true) && next.equals(cursor)) {
            return Optional.of("has the cursor of this page as nextCursor");
        }
        return Optional.empty();
    }

    /**
     * The objects of this page alone.
     *
     * @return a list that cannot be changed
     */
    public abstract List<T> data();

    /**
     * Whether another page follows.
     *
     * @return false on the last one
     */
    public final boolean hasMore() {
        return required("hasMore", Read::flag);
    }

    /**
     * The {@code cursor} of the next page.
     *
     * @return empty on the last one
     */
    public final Optional<String> nextCursor() {
        return optional("nextCursor", Read::text);
    }

    /**
     * Requests the next page with the filters and options of this one.
     *
     * @return another page
     * @throws NoSuchElementException when this is the last one
     */
    public Page<T> nextPage() {
        if (!hasMore()) {
            throw new NoSuchElementException("This is the last page");
        }
        return fetch.apply(nextCursor().orElseThrow(() -> new NoSuchElementException("This is the last page")));
    }

    /** All objects of this page and the following ones. Use the iterator in one thread only. */
    @Override
    public final Iterator<T> iterator() {
        return new Objects<>(this);
    }

    /**
     * All objects of this page and the following ones, which are requested when they are needed. {@code limit(n)} ends it.
     *
     * @return a sequential stream
     */
    public final Stream<T> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    private static final class Objects<T> implements Iterator<T> {
        private Page<T> page;
        private Iterator<T> rest;

        private Objects(Page<T> first) {
            page = first;
            rest = first.data().iterator();
        }

        @Override
        public boolean hasNext() {
            while (!rest.hasNext() && page.hasMore()) {
                page = page.nextPage();
                rest = page.data().iterator();
            }
            return rest.hasNext();
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return rest.next();
        }
    }
}
