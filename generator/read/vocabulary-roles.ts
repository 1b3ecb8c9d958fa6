/** Roles of the vocabulary, which texts name in braces. Any other text in braces is plain text. */
import { placeholders } from '../../runtime/model/vocabulary.ts';
import type { Report } from './diagnostics/diagnostic.ts';
import { nearest } from './diagnostics/suggestion.ts';
import type { SpecNode } from './source/node.ts';

const roles = Object.keys(placeholders);

/** Reports misspelt roles in every text and key below a node. */
export function checkRoles(node: SpecNode, report: Report): void {
	switch (node.kind) {
		case 'scalar':
			checkText(node, report);
			return;
		case 'list':
			for (const item of node.items) checkRoles(item, report);
			return;
		case 'map':
			for (const { key, value } of node.entries.values()) {
				checkText(key, report);
				checkRoles(value, report);
			}
	}
}

function checkText(node: SpecNode & { readonly kind: 'scalar' }, report: Report): void {
	if (typeof node.value !== 'string') return;
	for (const [written, word = ''] of node.value.matchAll(/\{([A-Za-z]+)\}/g)) {
		const role = roles.includes(word) ? undefined : nearest(word, roles);
		if (role === undefined) continue;
		const offset = node.file.text.slice(node.start, node.end).indexOf(written);
		const roleNode = offset < 0 ? node : { ...node, start: node.start + offset, end: node.start + offset + written.length };
		report(roleNode, `${written} is not a role of the vocabulary: did you mean {${role}}?`);
	}
}
