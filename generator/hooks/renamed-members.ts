/** Renamed members of KindHooks, with their current names. `orch migrate hooks` renames them in users' hook files. */
export const currentNames: Readonly<Record<string, string>> = {
	keptMetadata: 'preservedMetadata',
	unowned: 'untrackedFields',
	warnsOfUpdate: 'updateWarnings',
	takesAlong: 'deletesWith',
	connectsAs: 'additionalVerb',
};

const anyFormerName = new RegExp(`\\b(?:${Object.keys(currentNames).join('|')})\\b`);

/** Reports whether a hook file may use a former name, without loading the compiler. */
export function mayUseFormerMembers(text: string): boolean {
	return anyFormerName.test(text);
}
