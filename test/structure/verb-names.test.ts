/** Facts about a single verb live in its row (`runtime/model/verb.ts`), not in comparisons with its name. */
import { describe, expect, it } from 'vitest';
import { verbs } from '../../runtime/model/verb.ts';
import { sources, textOf } from './project.ts';

/** Files that may name verbs, each with its reason. */
const reasons: Readonly<Record<string, string>> = {
	'runtime/auth/authz/node/limits.ts': 'says what nodes may do',
	'runtime/auth/authz/node/resources.ts': 'says what nodes may do',
	'runtime/controllers/actor.ts': 'says which verbs controllers use',
	'runtime/controllers/definitions/controller.ts': 'says which verbs it uses itself',
	'runtime/controllers/namespace.ts': 'says which verbs it uses itself',
	'runtime/custom/kind.ts': 'a definition that is being deleted takes no new objects',
	'runtime/verbs/list/empty-crd-list.ts': 'answers one request that clients begin with',
	'generator/emit/sdk/resources.ts': 'says which methods of clients ask for which verb',
	'generator/read/kinds/subresources.ts': 'what a hook computes is created: that is what it is',
};

const word = `'(?:${verbs.join('|')})'`;
/**
 * Matches a verb compared with a name, tested against a list of names, or used as a key. The name of collection deletes has no other
 * meaning, so it always matches.
 */
const named = new RegExp(
	`\\bverb\\b[^=;{}]{0,12}[!=]== ${word}|\\[${word}(?:, ${word})+\\]\\.includes\\(|new Set\\(\\[${word}(?:, ${word})*\\]\\)|'deletecollection'`,
);

describe('verbs', () => {
	it.each(["if (info.verb === 'watch') return;", "['create', 'update'].includes(verb)", "new Set(['get', 'list'])", "case 'deletecollection':"])(
		'are seen where they are named: %s',
		(line) => expect(line).toMatch(named),
	);

	it('are named only in listed files', () => {
		const files = [...sources('runtime'), ...sources('generator')].filter((file) => file !== 'runtime/model/verb.ts');
		const naming = files.filter((file) =>
			textOf(file)
				.split('\n')
				.some((line) => named.test(line)),
		);
		expect(naming.sort()).toEqual(Object.keys(reasons).sort());
	});
});
