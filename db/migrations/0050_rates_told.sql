-- The rate tier the owner has last been told of; a dearer one that holds is said once, in whatever way it is noticed.
alter table registrations add column rates_told text not null default 'discount'
  check (rates_told in ('discount', 'full', 'late'));
update registrations set rates_told = case when late_rates then 'late' else 'full' end where full_rates or late_rates;
