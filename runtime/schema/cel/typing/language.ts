/** Operators and functions of CEL itself, as its type checker declares them. */
import { declarations, type Overload } from './declaration.ts';

const numbers = ['int', 'uint', 'double'];
const ordered = ['bool', ...numbers, 'string', 'bytes', 'timestamp', 'duration'];

/** Returns the overloads of a comparison: equal types, and numbers of different types. */
function order(name: string): string {
	const pairs = [...ordered.map((type) => [type, type]), ...numbers.flatMap((a) => numbers.filter((b) => b !== a).map((b) => [a, b]))];
	return pairs.map(([a, b]) => `${name}: (${a}, ${b}) -> bool`).join('\n');
}

/** Accessors of timestamps that take a time zone, and accessors that durations also have. */
const ofTimestamps = [
	'getFullYear',
	'getMonth',
	'getDayOfYear',
	'getDayOfMonth',
	'getDate',
	'getDayOfWeek',
	'getHours',
	'getMinutes',
	'getSeconds',
	'getMilliseconds',
];
const ofDurations = ['getHours', 'getMinutes', 'getSeconds', 'getMilliseconds'];

/** Parses the declarations on first use, because a server without policies never needs them. */
export const language = (): Map<string, Overload[]> =>
	declarations(`
_?_:_: (bool, A, A) -> A
_&&_: (bool, bool) -> bool
_||_: (bool, bool) -> bool
!_: (bool) -> bool
-_: (double) -> double
-_: (int) -> int
_==_: (A, A) -> bool
_!=_: (A, A) -> bool
${['bytes', 'double', 'duration', 'int', 'string', 'uint'].map((type) => `_+_: (${type}, ${type}) -> ${type}`).join('\n')}
_+_: (duration, timestamp) -> timestamp
_+_: (timestamp, duration) -> timestamp
_+_: (list(A), list(A)) -> list(A)
${numbers.flatMap((type) => ['_-_', '_*_', '_/_'].map((name) => `${name}: (${type}, ${type}) -> ${type}`)).join('\n')}
_-_: (duration, duration) -> duration
_-_: (timestamp, duration) -> timestamp
_-_: (timestamp, timestamp) -> duration
_%_: (int, int) -> int
_%_: (uint, uint) -> uint
${['_<_', '_<=_', '_>_', '_>=_'].map(order).join('\n')}
_[_]: (list(A), int) -> A
_[_]: (map(A, B), A) -> B
@in: (A, list(A)) -> bool
@in: (A, map(A, B)) -> bool
${['bytes', 'list(A)', 'map(A, B)', 'string'].map((type) => `size(${type}): int\n${type}.size(): int`).join('\n')}
type(A): type(A)
bool(bool): bool
bool(string): bool
bytes(bytes): bytes
bytes(string): bytes
${['double', 'int', 'string', 'uint'].map((type) => `double(${type}): double`).join('\n')}
duration(duration): duration
duration(int): duration
duration(string): duration
dyn(A): dyn
${['int', 'double', 'duration', 'string', 'timestamp', 'uint'].map((type) => `int(${type}): int`).join('\n')}
${['string', 'bool', 'bytes', 'double', 'duration', 'int', 'timestamp', 'uint'].map((type) => `string(${type}): string`).join('\n')}
timestamp(timestamp): timestamp
timestamp(int): timestamp
timestamp(string): timestamp
${['uint', 'double', 'int', 'string'].map((type) => `uint(${type}): uint`).join('\n')}
string.contains(string): bool
string.endsWith(string): bool
string.startsWith(string): bool
matches(string, string): bool
string.matches(string): bool
${ofTimestamps.map((name) => `timestamp.${name}(): int\ntimestamp.${name}(string): int`).join('\n')}
${ofDurations.map((name) => `duration.${name}(): int`).join('\n')}
`);
