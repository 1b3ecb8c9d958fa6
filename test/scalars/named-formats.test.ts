/** Tests the formats that CustomResourceDefinitions may name: values that kube-apiserver 1.36 accepts and refuses. */
import { describe, expect, it } from 'vitest';
import { formatNamed } from '../../runtime/scalars/formats.ts';

describe('formats of CustomResourceDefinitions', () => {
	it.each<[string, readonly string[], readonly string[]]>([
		['uuid3', ['bcd02e22-68f0-3046-a512-327cca9def8f'], ['e1b8a7c2-1f5a-4b0a-9d0e-0123456789ab']],
		['uuid4', ['e1b8a7c2-1f5a-4b0a-9d0e-0123456789ab', 'e1b8a7c21f5a4b0a9d0e0123456789ab'], ['e1b8a7c2-1f5a-4b0a-7d0e-0123456789ab', 'z']],
		['uuid5', ['886313e1-3b8a-5372-9b90-0c9aee199e5d'], ['e1b8a7c2-1f5a-4b0a-9d0e-0123456789ab']],
		['mac', ['01:02:03:04:05:06', '01-02-03-04-05-06', '0102.0304.0506'], ['01:02:03:04:05', '01:02-03:04:05:06', 'zz']],
		['isbn', ['3836221195', '978-3836221191'], ['1', '3836221196']],
		['isbn10', ['3836221195', '3-8362-2119-5'], ['9783836221191']],
		['isbn13', ['9783836221191'], ['3836221195', '9783836221192']],
		['creditcard', ['4111 1111 1111 1111'], ['4111 1111 1111 1112', '1']],
		['ssn', ['111-11-1111', '111 11 1111'], ['1', '1111-11-111']],
		['hexcolor', ['#fff', '00ff00'], ['zz', '#ffff']],
		['rgbcolor', ['rgb(0, 255,1)'], ['rgb(1,2,256)', '1']],
		['bsonobjectid', ['507f1f77bcf86cd799439011'], ['507f1f77bcf86cd79943901']],
		...['date-time', 'datetime'].map((name): [string, readonly string[], readonly string[]] => [
			name,
			['2024-02-29T23:59:59Z', '2024-01-02t03:04:05.123456789z', '2024-01-02T03:04:05+02:00'],
			['2023-02-29T00:00:00Z', '2024-01-02', '2024-01-02T24:00:00Z', '2024-01-02T03:04:05', '2024-01-02 03:04:05Z', ''],
		]),
		['duration', ['1h30m', '3 weeks', '1.5s'], ['zz', '']],
		['password', ['', 'x'], []],
	])('%s', (name, good, bad) => {
		const check = (text: string) => formatNamed(name)?.check(text).length === 0;
		expect([...good, ...bad].filter(check)).toEqual(good);
		expect(formatNamed(name)?.openapi).toEqual({ format: name });
	});
});
