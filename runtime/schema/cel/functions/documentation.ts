/** Documentation of all functions, for the reference of the spec language. Each example is tested. */
import type { JsonValue } from '../../../model/catalog.ts';

export interface LibraryDocumentation {
	readonly what: string;
	/** Calls of the functions. */
	readonly functions: string;
	/** First release of Kubernetes whose CustomResourceDefinitions have the functions. Absent if Kubernetes lacks them. */
	readonly since?: string;
	readonly example: string;
	readonly gives: JsonValue;
}

export const libraryDocumentation: readonly LibraryDocumentation[] = [
	{
		what: 'lists',
		functions: '`isSorted`, `sum`, `min`, `max`, `indexOf`, `lastIndexOf`',
		since: '1.23',
		example: '[1, 2, 2].isSorted() && [1, 2].sum() == 3 && [3, 1].min() == 1',
		gives: true,
	},
	{
		what: 'lists, made of others',
		functions: '`slice(from, to)`, `flatten()`, `flatten(depth)`, `sort()`, `sortBy(item, key)`, `distinct()`, `reverse()`, `lists.range(n)`',
		since: '1.34',
		example: "[3, 1, 3].distinct().sort() == [1, 3] && ['bb', 'a'].sortBy(t, size(t)) == ['a', 'bb']",
		gives: true,
	},
	{
		what: 'texts',
		functions: '`charAt`, `indexOf`, `join`, `lastIndexOf`, `lowerAscii`, `replace`, `split`, `substring`, `trim`, `upperAscii`',
		since: '1.23',
		example: "'a,b'.split(',').join('-').upperAscii()",
		gives: 'A-B',
	},
	{
		what: 'values in texts',
		functions: '`TEXT.format([...])` with `%s %d %f %e %b %o %x %X %%`, `strings.quote`',
		since: '1.29',
		example: "'%s has %d of %.1f'.format(['a', 2, 3.0])",
		gives: 'a has 2 of 3.0',
	},
	{ what: 'patterns', functions: '`matches`, `find`, `findAll`', since: '1.23', example: "'a1b22'.findAll('[0-9]+')", gives: ['1', '22'] },
	{
		what: 'formats',
		functions:
			'`format.NAME().validate(text)`, an optional list of violations, `format.named(name)`; NAME is `dns1123Label`, `dns1123Subdomain`, `dns1035Label`, `dns1123LabelPrefix`, `dns1123SubdomainPrefix`, `dns1035LabelPrefix`, `qualifiedName`, `labelValue`, `uri`, `uuid`, `byte`, `date`, `datetime`',
		since: '1.31',
		example: "!format.dns1123Label().validate('web').hasValue() && format.date().validate('1 May').value() == ['invalid date']",
		gives: true,
	},
	{
		what: 'sets',
		functions: '`sets.contains`, `sets.equivalent`, `sets.intersects`',
		since: '1.29',
		example: "sets.contains(['a', 'b'], ['b'])",
		gives: true,
	},
	{
		what: 'quantities',
		functions: '`isQuantity`, `quantity`; `isLessThan`, `isGreaterThan`, `compareTo`, `add`, `sub`, `sign`, `isInteger`, `asInteger`, `asApproximateFloat`',
		since: '1.28',
		example: "quantity('1Gi').isGreaterThan(quantity('1G')) && quantity('2k').add(20).asInteger() == 2020",
		gives: true,
	},
	{
		what: 'addresses',
		functions:
			'`isIP`, `ip`, `ip.isCanonical`; `family`, `isLoopback`, `isUnspecified`, `isGlobalUnicast`, `isLinkLocalUnicast`, `isLinkLocalMulticast`; `isCIDR`, `cidr`; `containsIP`, `containsCIDR`, `ip`, `masked`, `prefixLength`',
		since: '1.30',
		example: "ip('::1').isLoopback() && cidr('10.0.0.0/8').containsIP('10.1.2.3')",
		gives: true,
	},
	{
		what: 'URLs',
		functions: '`isURL`, `url`; `getScheme`, `getHost`, `getHostname`, `getPort`, `getEscapedPath`, `getQuery`',
		since: '1.23',
		example: "url('https://a.example:8443/x').getPort()",
		gives: '8443',
	},
	{
		what: 'semantic versions',
		functions:
			'`isSemver`, `semver`, both with `true` as a second argument to accept `v1.2` too; `major`, `minor`, `patch`, `isLessThan`, `isGreaterThan`, `compareTo`',
		since: '1.33',
		example: "semver('v1.2', true).isLessThan(semver('1.10.0'))",
		gives: true,
	},
	{
		what: 'loops over places and values, keys and values',
		functions: '`all(k, v, ...)`, `exists(k, v, ...)`, `existsOne(k, v, ...)`, `transformList(k, v, [condition,] step)`, `transformMap`, `transformMapEntry`',
		since: '1.32',
		example: "{'a': 1, 'b': 2}.transformMap(k, v, v > 1, k + string(v))",
		gives: { b: 'b2' },
	},
	{
		what: 'optional values',
		functions:
			'`self.?field`, `list[?0]`, `first()`, `last()`; `hasValue`, `value`, `or`, `orValue`, `optMap(v, ...)`, `optFlatMap(v, ...)`; `optional.of`, `optional.ofNonZeroValue`, `optional.none`',
		since: '1.29',
		example: "{'a': 2}.?a.optMap(v, v * 2).orValue(0)",
		gives: 4,
	},
	{ what: 'a name for a part', functions: '`cel.bind(name, value, expression)`', example: "cel.bind(t, 'ab', t + t)", gives: 'abab' },
	{ what: 'quantities, in short', functions: '`compareQuantity(a, b)`', example: "compareQuantity('1Gi', '1G')", gives: 1 },
	{ what: 'times, in columns', functions: '`age(time)`', example: "age('not a time')", gives: '<invalid>' },
];
