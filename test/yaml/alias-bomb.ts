const levels = 'bcdefghij'.split('').map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[index]}`).join(',')}]`);

/** A YAML document of a few hundred bytes that expands to 3.5 thousand million texts. */
export const aliasBomb = `a: &a ["lol","lol","lol","lol","lol","lol","lol","lol","lol"]\n${levels.join('\n')}\n`;
