/** Advice that ends the refusal of an unusable database. */

export const howToGoOn = 'put it back, restore a backup with `restore`, or start once with --accept-data-loss to go on with what is there';

export function damaged(path: string, detail: string): string {
	return `the database ${path} is damaged (${detail}): restore a backup with \`restore\`, or save what is whole with \`backup --salvage\` and restore that`;
}
