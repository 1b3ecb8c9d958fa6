/** Tests the wording of earlier releases, and that text of a client is not mistaken for it. */
import { describe, expect, test } from 'vitest';
import { invalid, statusOf } from '../../runtime/api/errors.ts';
import { messageChanges, messagesOf } from '../../runtime/api/messages-by-release.ts';
import { forbiddenField, invalidValue, tooLong } from '../../runtime/model/cause.ts';

interface Told {
	readonly message: string;
	readonly details: { readonly causes: readonly { readonly message: string }[] };
}

const ofKeys = "must consist of alphanumeric characters, '-' with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";

describe('words of a release', () => {
	test.each([
		['1.34', 'must be no more than 63 bytes', 'must be no more than 63 characters'],
		['1.35', 'must be no more than 63 bytes', 'must be no more than 63 bytes'],
		['1.31', 'Too long: may not be more than 10 bytes', 'Too long: must have at most 10 bytes'],
		['1.32', 'Too long: may not be more than 10 bytes', 'Too long: may not be more than 10 bytes'],
		['1.34', `a valid label key ${ofKeys}`, `a qualified name ${ofKeys}`],
		['1.35', `a valid label key ${ofKeys}`, `a valid label key ${ofKeys}`],
		['1.27', 'must not contain dots', 'must not contain dots'],
		['1.26', 'must be less than or equal to memory limit of 1m', 'must be less than or equal to memory limit'],
		['1.25', 'Invalid value: "A": must be \'PersistentVolumeClaim\' when referencing the default apiGroup', 'Invalid value: "A"'],
		['1.32', 'spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+', 'spec.volumes[0].gitRepo: deprecated in v1.11'],
	])('%s: %s', (release, now, was) => expect(messagesOf(release)(now)).toBe(was));

	test('messages of fields are included', () => {
		const now = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
		const words = messagesOf('1.25');
		expect(words(now, 'spec.template.spec.hostAliases.ip')).toBe('must be valid IP address');
		expect(words(now, 'spec.podIPs[0].ip')).toBe(now);
	});

	test('a list of texts is shown as Go does', () => {
		const now = 'Unsupported value: ["All","x"]: supported values: "All"';
		expect(messagesOf('1.33')(now, 'dryRun')).toBe('Unsupported value: []string{"All", "x"}: supported values: "All"');
		expect(messagesOf('1.34')(now, 'dryRun')).toBe(now);
	});

	test('text from a client is not changed', () => {
		const said = 'Invalid value: "must not contain dots": must be lower case';
		expect(messagesOf('1.25')(said)).toBe(said);
		for (const { now } of messageChanges) expect(now.source).toMatch(/\$$/);
	});
});

test('a Status says its causes in those words, in its message as in its details', () => {
	const causes = [invalidValue('a', 'x.y', 'must not contain dots'), tooLong('b', 3), forbiddenField('c', 'no'), tooLong('d', 3)];
	const error = invalid('Thing', '', 'may not be more than 3 bytes', causes);
	const status = statusOf(error, messagesOf('1.30')) as Told;
	expect(status.message).toBe(
		'Thing "may not be more than 3 bytes" is invalid: [a: Invalid value: "x.y": must not contain dots, b: Too long: must have at most 3 bytes, c: Forbidden: no, d: Too long: must have at most 3 bytes]',
	);
	expect(status.details.causes.map(({ message }) => message)).toEqual([
		'Invalid value: "x.y": must not contain dots',
		'Too long: must have at most 3 bytes',
		'Forbidden: no',
		'Too long: must have at most 3 bytes',
	]);
	expect(statusOf(error)).toMatchObject({ message: error.message, details: error.details });
});
