/** Prisma's own generator and what reads its schemas: as CommonJS, since their modules for `import` are there for bundlers alone. */
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');
const { getConfig, getDMMF } = require('@prisma/internals');

exports.PrismaClientTsGenerator = PrismaClientTsGenerator;
exports.getConfig = getConfig;
exports.getDMMF = getDMMF;
