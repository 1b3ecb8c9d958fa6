export { PrismaClientTsGenerator } from '@prisma/client-generator-ts';
export { getConfig, getDMMF } from '@prisma/internals';
