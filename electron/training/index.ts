/** The module through which hosts use the training service. */
export { examplePeople } from './people/example-people.ts'
export { exampleListFile } from './people/list-file.ts'
export { createTrainingService } from './training-service.ts'
