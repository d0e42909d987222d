<?php

declare(strict_types=1);

namespace Svc\Payments;

use Psr\Http\Message\ResponseInterface;
use Svc\Payments\Internal\Json;

/**
 * An object of the service. It does not change. Retrieve it again to see its current state.
 *
 * Unknown fields are kept and cause no error: read one by its name, `$payment->newField`. json_encode($payment) is the
 * object as it was received.
 */
abstract class Model implements \JsonSerializable
{
    /** A moment; the offset of what came is its zone. */
    protected const INSTANT = 'instant';
    /** An object whose keys are the user's own. */
    protected const MAP = 'map';

    /** @var array<string, mixed> What makes the value of each field; null for those that stay as they came. */
    protected const FIELDS = [];
    /** @var list<string> Fields that need not come, and then are null. */
    protected const OPTIONAL = [];
    /** @var list<string> Fields that are not shown where an object is dumped, at any depth. */
    protected const SECRETS = [];
    /** The field that decides the class of an object, if there are several. */
    protected const KIND = '';
    /** @var array<string, class-string<Model>> */
    protected const KINDS = [];
    protected const OTHER_KIND = '';

    private \stdClass $json;
    private ?ResponseInterface $response = null;

    final private function __construct()
    {
    }

    /**
     * Creates an object from JSON, stored or written for a test. Fields may be missing.
     *
     * @throws \InvalidArgumentException if it is not a JSON object
     */
    public static function fromJson(string $json): static
    {
        return static::read(Json::object($json) ?? throw new \InvalidArgumentException('This is no JSON object'));
    }

    /** @internal */
    public static function read(\stdClass $json, ?ResponseInterface $response = null): static
    {
        // A union has kinds and no fields; its members have both.
        if (static::FIELDS === [] && static::KINDS !== []) {
            $kind = $json->{static::KIND} ?? null;
            $class = \is_string($kind) ? static::KINDS[$kind] ?? static::OTHER_KIND : static::OTHER_KIND;

            return $class::read($json, $response);
        }
        $model = new static();
        $model->take($json, $response);

        return $model;
    }

    /** The response with this object: status, headers and body. Null for an object inside another one. */
    public function rawResponse(): ?ResponseInterface
    {
        return $this->response;
    }

    /** @return array<string, mixed> The object as it was received, including nested objects. */
    public function toArray(): array
    {
        return Json::toArray($this->json);
    }

    /** @return array<string, mixed> Fields that this version of the library does not know, as they were received. */
    public function unknownFields(): array
    {
        return \array_diff_key($this->toArray(), static::FIELDS);
    }

    /** The object as it was received. An empty object stays an object. */
    public function jsonSerialize(): \stdClass
    {
        return Json::copy($this->json);
    }

    /** Is asked for what is no property, or has no value because none came. */
    public function __get(string $name): mixed
    {
        $came = \property_exists($this->json, $name);
        if ($came && !\array_key_exists($name, static::FIELDS)) {
            return Json::plain($this->json->{$name});
        }
        $class = (new \ReflectionClass($this))->getShortName();
        throw new \OutOfBoundsException(
            $came ? "This {$class} came with a {$name} of another type; toArray() has it" : "This {$class} came without {$name}",
        );
    }

    public function __isset(string $name): bool
    {
        return !\array_key_exists($name, static::FIELDS) && isset($this->json->{$name});
    }

    public function __set(string $name, mixed $value): never
    {
        throw new \LogicException(static::class . ' is what the service said, and does not change');
    }

    public function __unset(string $name): never
    {
        throw new \LogicException(static::class . ' is what the service said, and does not change');
    }

    /** @return array<string, mixed> */
    public function __debugInfo(): array
    {
        return static::SECRETS === [] ? $this->toArray() : self::shown($this->toArray());
    }

    private static function shown(array $fields): array
    {
        foreach ($fields as $name => $value) {
            if ($value !== null && \in_array($name, static::SECRETS, true)) {
                $fields[$name] = '…';
            } elseif (\is_array($value)) {
                $fields[$name] = self::shown($value);
            }
        }

        return $fields;
    }

    /** @return array{json: string} */
    public function __serialize(): array
    {
        return ['json' => Json::encode($this->json)];
    }

    /** @param array{json: string} $data */
    public function __unserialize(array $data): void
    {
        $this->take(Json::object($data['json']) ?? new \stdClass(), null);
    }

    public function __clone()
    {
        $this->json = Json::copy($this->json);
    }

    private function take(\stdClass $json, ?ResponseInterface $response): void
    {
        $this->json = $json;
        $this->response = $response;
        self::filler(static::class)($this, $json, static::FIELDS, static::OPTIONAL);
    }

    /** Sets the properties of a class, which PHP lets its own code do alone. */
    private static function filler(string $class): \Closure
    {
        static $fillers = [];

        return $fillers[$class] ??= \Closure::bind(
            static function (Model $model, \stdClass $json, array $fields, array $optional): void {
                foreach ($fields as $name => $read) {
                    try {
                        if (!\property_exists($json, $name) && \in_array($name, $optional, true)) {
                            $model->{$name} = null;
                        } elseif (\property_exists($json, $name)) {
                            $model->{$name} = Model::value($read, $json->{$name});
                        } else {
                            unset($model->{$name});
                        }
                    } catch (\TypeError | \UnexpectedValueException) {
                        // One field that is not what was agreed must not hide the others.
                        unset($model->{$name});
                    }
                }
            },
            null,
            $class,
        );
    }

    /** @internal */
    public static function value(mixed $read, mixed $value): mixed
    {
        if ($value === null) {
            return null;
        }
        if (\is_array($read)) {
            return \is_array($value)
                ? \array_map(static fn (mixed $each): mixed => self::value($read[0], $each), $value)
                : throw new \UnexpectedValueException();
        }

        return match ($read) {
            null => \is_float($value) && \floor($value) === $value && \abs($value) <= 2 ** 53 ? (int) $value : $value,
            self::MAP => $value instanceof \stdClass ? Json::map($value) : $value,
            self::INSTANT => self::instant($value),
            default => $value instanceof \stdClass ? $read::read($value) : throw new \UnexpectedValueException(),
        };
    }

    private static function instant(mixed $text): \DateTimeImmutable
    {
        if (!\is_string($text) || \preg_match('/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/D', $text) !== 1) {
            throw new \UnexpectedValueException();
        }
        try {
            return new \DateTimeImmutable($text);
        } catch (\Exception $cause) {
            throw new \UnexpectedValueException('', 0, $cause);
        }
    }
}
